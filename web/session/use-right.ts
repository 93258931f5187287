import type { User } from '#contract/accounts/users.ts'
import type { Right } from '#contract/kernel/rights.ts'
import { useSession } from './session.ts'

/** Whether a user has a right. Without a loaded user nothing is known, so nothing is hidden. */
export const hasRight = (user: Pick<User, 'rights'> | null | undefined, right: Right): boolean => user?.rights?.includes(right) ?? true

/** Whether the signed-in administrator has a right. */
export const useRight = (right: Right): boolean => useSession(({ user }) => hasRight(user, right))
