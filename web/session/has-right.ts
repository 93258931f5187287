import type { User } from '#contract/accounts/users.ts'
import type { Right } from '#contract/kernel/rights.ts'

/** Whether a user has a right, which is undefined for what needs none. Without a loaded user nothing is known, so nothing is hidden; shoppers have no rights, and need none. */
export const hasRight = (user: Pick<User, 'rights'> | null | undefined, right: Right | undefined): boolean =>
  right === undefined || (user?.rights?.includes(right) ?? true)
