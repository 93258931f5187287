import type { ReactNode } from 'react'
import type { Right } from '#contract/kernel/rights.ts'
import { useRight } from '../../session/use-right.ts'

/** Shows what needs a right to administrators who have it, and `otherwise` to the others. */
export const Needs = ({ right, otherwise = null, children }: { right: Right; otherwise?: ReactNode; children: ReactNode }) =>
  useRight(right) ? children : otherwise
