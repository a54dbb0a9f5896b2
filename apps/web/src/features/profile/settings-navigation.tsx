import { Link } from '@tanstack/react-router';

const sections = [
  ['general', 'General'],
  ['picture', 'Picture'],
  ['email', 'E-mail address'],
  ['password', 'Password'],
  ['sessions', 'Sessions'],
  ['notifications', 'Notifications'],
  ['appearance', 'Appearance'],
  ['data', 'Your data'],
  ['delete', 'Delete account'],
] as const;

/** To each section: a list beside them, or a row of words above them on small screens. */
export function SettingsNavigation() {
  return (
    <nav aria-label="Settings" className="lg:sticky lg:top-8 lg:self-start">
      <ul className="flex flex-wrap gap-1 lg:grid">
        {sections.map(([id, name]) => (
          <li key={id}>
            <Link
              to="/profile/settings"
              hash={id}
              replace
              onClick={() => {
                // The eye follows the scroll, the keyboard follows the focus.
                document.getElementById(`${id}-heading`)?.focus({ preventScroll: true });
              }}
              className="flex min-h-11 items-center rounded-10 px-3 text-14 text-ink-muted hover:bg-accent-soft hover:text-ink max-lg:border max-lg:border-line pointer-fine:min-h-9"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
