/**
 * The account as a whole. All under `/functions/v1/`, for the signed-in person.
 *
 * `POST export-account` → 200 `application/zip`, streamed: everything that belongs to the account, as Markdown for people and JSON for
 * programs (see the README in the archive). 429 `rate_limited` while an export of the same account is running.
 *
 * `POST delete-account` with `DeleteAccountRequest` → 200 `AccountDeletion`: the account works on until `dueAt`, then everything of it is
 * deleted. 400 `validation_failed` when the typed address is not the account's. A mail tells the owner. Repeating it changes nothing.
 *
 * `POST keep-account` → 204: takes the wish back.
 */
export interface DeleteAccountRequest {
  /** The account's address, typed by its owner as a confirmation. */
  email: string;
}

export interface AccountDeletion {
  /** ISO 8601. */
  dueAt: string;
}

/** Days between the wish and the end. */
export const accountDeletionGraceDays = 7;

/** Version of the archive's layout, in `data/account.json`. */
export const exportVersion = 1;
