// Runs before first paint, so that the page never flashes in the wrong theme. External because the CSP allows no inline script.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('cairn-theme');
  } catch {
    // Storage is blocked: follow the system.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
