import type { Mail } from './mailer.ts';

export interface LinkMailInput {
  to: string;
  link: string;
  /** Six digits, for clients that ask for a code instead of following the link. */
  code: string;
}

interface Content {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  action?: { label: string; link: string };
  closing: readonly string[];
}

const product = 'Cairn';
const expiry = 'The link expires in 1 hour and can be used once.';
const codeLine = (code: string): string => `If you are asked for a code instead, it is ${code}.`;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function plain({ heading, paragraphs, action, closing }: Content): string {
  const parts = [heading, ...paragraphs];
  if (action) parts.push(`${action.label}:\n${action.link}`);
  return `${[...parts, ...closing, `-- \n${product}`].join('\n\n')}\n`;
}

// Mail programs know tables and style attributes, little else. No image and no remote content: nothing to be tracked with.
function pretty(content: Content): string {
  const { subject, heading, paragraphs, action, closing } = content;
  const paragraph = (text: string, style: string): string =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.link)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#14555a;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5b625e">If the button does not work, copy this address into your browser:<br><a href="${escapeHtml(action.link)}" style="color:#14555a;word-break:break-all">${escapeHtml(action.link)}</a></p>`
    : '';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:#f4f2ec">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f2ec"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:12px"><tr><td style="padding:32px;font-family:Georgia,'Times New Roman',serif;font-size:16px;line-height:1.5;color:#22261f">
<p style="margin:0 0 24px;font-size:15px;font-weight:700;letter-spacing:.04em;color:#14555a">${product}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(heading)}</h1>
${paragraphs.map((text) => paragraph(text, '')).join('\n')}
${button}
${closing.map((text) => paragraph(text, 'font-size:13px;color:#5b625e')).join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

const mailOf = (kind: Mail['kind'], to: string, content: Content): Mail => ({
  kind,
  to,
  subject: content.subject,
  text: plain(content),
  html: pretty(content),
});

export const recoveryMail = ({ to, link, code }: LinkMailInput): Mail =>
  mailOf('recovery', to, {
    subject: `Reset your ${product} password`,
    heading: 'Reset your password',
    paragraphs: [`Somebody, hopefully you, asked to reset the password of the ${product} account ${to}.`],
    action: { label: 'Choose a new password', link },
    closing: [
      expiry,
      codeLine(code),
      'If you did not ask for this, you can ignore this mail: your password stays as it is.',
    ],
  });

export const confirmationMail = ({ to, link, code }: LinkMailInput): Mail =>
  mailOf('confirmation', to, {
    subject: `Confirm your address for ${product}`,
    heading: `Welcome to ${product}`,
    paragraphs: [`Please confirm that ${to} is your address. Then your account is ready.`],
    action: { label: 'Confirm my address', link },
    closing: [expiry, codeLine(code), `If you did not sign up for ${product}, you can ignore this mail.`],
  });

export const emailChangeMail = (input: LinkMailInput & { currentEmail: string; newEmail: string }): Mail =>
  mailOf('email_change', input.to, {
    subject: `Confirm the new address of your ${product} account`,
    heading: 'Confirm the change of your address',
    paragraphs: [
      `The address of your ${product} account is to change from ${input.currentEmail} to ${input.newEmail}.`,
      'For your safety we ask at both addresses. The change happens when both links have been used.',
    ],
    action: { label: 'Confirm the change', link: input.link },
    closing: [
      expiry,
      codeLine(input.code),
      'If you did not ask for this, do not use the link, and change your password: somebody else may know it.',
    ],
  });

export const testMail = (to: string): Mail =>
  mailOf('test', to, {
    subject: `Test mail from ${product}`,
    heading: 'Mail works',
    paragraphs: [`This is the test mail you asked for. ${product} can reach you at ${to}.`],
    closing: ['There is nothing to do.'],
  });

export const accountDeletionMail = ({ to, dueOn, link }: { to: string; dueOn: string; link: string }): Mail =>
  mailOf('account', to, {
    subject: `Your ${product} account will be deleted`,
    heading: `Your account will be deleted on ${dueOn}`,
    paragraphs: [
      `You asked us to delete the ${product} account of ${to}, with everything in it. Until then it works as before.`,
      'If you change your mind, sign in and choose “Keep my account” in the settings.',
    ],
    action: { label: 'Open the settings', link },
    closing: ['If you did not ask for this, keep the account and change your password: somebody else may know it.'],
  });
