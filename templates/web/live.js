// A designer's pages load again when their rules have changed.
"use strict";

{
  let last = "";
  new EventSource(document.currentScript.dataset.live).onmessage = event => {
    if (last && last !== event.data) location.reload();
    last = event.data;
  };
}
