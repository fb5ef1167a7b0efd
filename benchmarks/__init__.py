"""Speed against peers, side by side in one run, as ratios: `make bench`. Machines drift; ratios do not."""
