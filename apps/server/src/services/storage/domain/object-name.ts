const maximumLength = 1024;
/** What Supabase allows in a name: letters, digits and these; no control characters, no backslash. */
const allowed = /^(\w|\/|!|-|\.|\*|'|\(|\)| |&|\$|@|=|;|:|\+|,|\?)*$/;

/** Whether a name may be an object's: a path of parts that are not empty and do not lead upwards. */
export function isObjectName(name: string): boolean {
  if (name.length === 0 || name.length > maximumLength || !allowed.test(name)) return false;
  return name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}
