/** Whether a key belongs to a field, a button's own keys or a dialog rather than to the page's one-letter shortcuts. */
export function isForThePage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  return !target?.closest(
    'input,textarea,select,[contenteditable="true"],[role="dialog"],[role="menu"],[role="textbox"]',
  );
}
