import type { Right } from '#contract/kernel/rights.ts'
import { hasRight } from './has-right.ts'
import { useSession } from './session.ts'

/** Whether the signed-in administrator has a right. Everybody has the right `undefined`. */
export const useRight = (right: Right | undefined): boolean => useSession(({ user }) => hasRight(user, right))
