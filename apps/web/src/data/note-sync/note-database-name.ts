/** The browser's database that holds one account's notes and what still has to be sent of them. */
export const noteDatabaseName = (userId: string): string => `cairn-notes-${userId}`;

/** Whether this browser has notes of the account at all: without any, nobody needs to load the note engine. */
export async function hasNoteDatabase(userId: string): Promise<boolean> {
  try {
    const databases = await indexedDB.databases();
    return databases.some(({ name }) => name === noteDatabaseName(userId));
  } catch {
    // Storage is blocked: nothing was left behind then.
    return false;
  }
}
