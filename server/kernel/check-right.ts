import { type Right, rightTexts } from '#contract/kernel/rights.ts'
import { AppError } from './errors.ts'

/**
 * Checks one right of an administrator.
 * @throws AppError 403 without it.
 */
export function checkRight({ rights, right }: { rights: readonly Right[]; right: Right }): void {
  if (!rights.includes(right)) throw new AppError('right_missing', { right: rightTexts[right].title })
}
