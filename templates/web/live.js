// A designer's pages load again when their rules have changed.
"use strict";

{
  const address = document.currentScript.dataset.live;
  let last = "";
  setInterval(async () => {
    const answer = await fetch(address).catch(() => null);
    const changes = answer?.ok ? await answer.text() : last;
    if (last && last !== changes) location.reload();
    last = changes;
  }, 1000);
}
