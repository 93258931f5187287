import { type ReactNode, useState } from 'react'
import type { Right } from '#contract/kernel/rights.ts'
import { useRight } from '../../session/use-right.ts'

/**
 * Shows what needs a right to administrators who have it, and `otherwise` to the others. What is shown stays when the right is taken away,
 * because something may be typed in it: its call then answers who can help.
 */
export function Needs({ right, otherwise = null, children }: { right: Right | undefined; otherwise?: ReactNode; children: ReactNode }) {
  const hasIt = useRight(right)
  const [isShown, setShown] = useState(hasIt)
  if (hasIt && !isShown) setShown(true)
  return isShown ? children : otherwise
}
