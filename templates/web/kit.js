// A kit's frame shows its pages as they are chosen: it is asked for once for each change of the form.
"use strict";

{
  const form = document.querySelector("[data-kit-form]"), button = form.querySelector("[data-kit-look]");
  const read = () => new URLSearchParams(new FormData(form)).toString();
  let current = read();

  const ask = () => {
    if (read() === current) return;
    current = read();
    form.requestSubmit(button);
  };

  // Squads need the draft: its box is ticked while there are some.
  const draft = form.elements.draft, squad = form.elements.squad;
  const tickDraft = () => { if (squad?.value.trim()) draft.checked = true; };
  squad?.addEventListener("input", tickDraft);
  draft?.addEventListener("change", tickDraft);

  button.hidden = true;
  form.addEventListener("change", ask);
  addEventListener("pageshow", () => {  // a browser that goes back restores the form, but does not send it
    const isNew = one => one.checked !== one.defaultChecked  // a tick has no value of its own to compare
      || (one.type !== "checkbox" && one.value !== one.defaultValue);
    const isBack = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
    if (isBack || all("input, textarea", form).some(isNew)) { current = ""; ask(); }
  });
}
