export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it does lead to a place; the fragment of the address belongs to the router
    <a
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:start-2 focus:z-40 focus:rounded-10 focus:bg-accent focus:px-4 focus:py-2 focus:text-accent-ink"
    >
      Skip to content
    </a>
  );
}
