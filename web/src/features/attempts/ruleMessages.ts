/** Messages about marks that change before somebody starts. */

/** Without marks of its own the contest has the usual rule, which is on the screen. */
export const ruleChanged = (rule: string) => `The marks have changed. ${rule}`
