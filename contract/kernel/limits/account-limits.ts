/** How long links and codes in mails of an account work, and how often they are sent. */
export const accountMails = {
  linkMinutes: 30,
  codeMinutes: 10,
  codeAttempts: 5,
  /** before a code is replaced by a new one */
  codeIntervalSeconds: 60,
  /** links of one account, and links to one address; one more an hour after those that reset a PIN */
  linksPerDay: 5,
  /** codes that one account gets */
  codesPerDay: 10,
} as const

/** Characters of a new account's PIN. Signing in never checks the length. */
export const pinLength = { min: 4, max: 64 } as const
/** The shortest PIN of an administrator outside of a demo. */
export const minAdminPinLength = 8

/** How long the invitation of an administrator works. */
export const staffInvitationDays = 7

/** Reminders of carts, to shoppers who have agreed to marketing emails. */
export const cartReminders = {
  /** since the last item was added; a cart of before `untilHours` is old */
  afterHours: 4,
  untilHours: 24,
  /** one mail in this time */
  everyDays: 7,
} as const
