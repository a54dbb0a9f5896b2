/** What a mailed link opens. A mail scanner that fetches it spends nothing: only the button's POST redeems. */
export interface VerifyPageInput {
  token: string;
  type: string;
  redirectTo: string;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const words: Record<string, { title: string; sentence: string; action: string }> = {
  recovery: {
    title: 'Reset your password',
    sentence: 'Continue to choose a new password. The link can be used once.',
    action: 'Continue',
  },
  email_change: {
    title: 'Confirm your new address',
    sentence: 'Continue to confirm the change of your address. The link can be used once.',
    action: 'Confirm',
  },
  signup: {
    title: 'Confirm your address',
    sentence: 'Continue to confirm your address and open Cairn. The link can be used once.',
    action: 'Confirm',
  },
  signIn: { title: 'Sign in', sentence: 'Continue to sign in to Cairn. The link can be used once.', action: 'Sign in' },
};

const wordsOf = (type: string) =>
  words[type === 'recovery' || type === 'email_change' ? type : type === 'magiclink' ? 'signIn' : 'signup'];

export const verifyStylePath = 'verify.css';

export const verifyStyle = `
:root { color-scheme: light dark; --paper: #f7f5ef; --surface: #fff; --ink: #23271f; --muted: #5c635a; --line: #dedbd0; --accent: #14555a; --accent-ink: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #171916; --surface: #20231f; --ink: #ecebe4; --muted: #a6aba1; --line: #383c36; --accent: #7cc4c4; --accent-ink: #10201f; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 26rem; padding: 32px; background: var(--surface); border: 1px solid var(--line); border-radius: 16px; }
.brand { margin: 0 0 24px; font-weight: 700; color: var(--accent); }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.3; }
p { margin: 0 0 24px; color: var(--muted); }
button { width: 100%; min-height: 44px; border: 0; border-radius: 10px; background: var(--accent); color: var(--accent-ink); font: inherit; font-weight: 600; cursor: pointer; }
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
`;

export function verifyPage({ token, type, redirectTo }: VerifyPageInput): string {
  const text = wordsOf(type) ?? { title: 'Continue', sentence: '', action: 'Continue' };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${text.title} · Cairn</title>
<link rel="stylesheet" href="${verifyStylePath}">
</head>
<body>
<main>
<p class="brand">Cairn</p>
<h1>${text.title}</h1>
<p>${text.sentence}</p>
<form method="post" action="verify">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<input type="hidden" name="type" value="${escapeHtml(type)}">
<input type="hidden" name="redirect_to" value="${escapeHtml(redirectTo)}">
<button type="submit">${text.action}</button>
</form>
</main>
</body>
</html>
`;
}

/** No script at all. The form may lead to us and, by redirect, to where the link leads (browsers check that too). */
export function verifyPagePolicy(redirectTo: string): string {
  const { origin, protocol } = new URL(redirectTo);
  const destination = origin === 'null' ? protocol : origin;
  return `default-src 'none'; style-src 'self'; form-action 'self' ${destination}; base-uri 'none'; frame-ancestors 'none'`;
}
