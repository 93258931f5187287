import { useMemo } from 'react'
import type { ReturnableOrder } from '#contract/returns/returns.ts'
import { ReturnItems } from './return-items.tsx'
import { createLinkSource } from './return-source.ts'

interface ReturnByLinkProps {
  /** of the link */
  token: string
  order: ReturnableOrder
  /** reads the order again */
  onChange: () => Promise<void>
}

/** Returns items of one order, by a link of its own. */
export function ReturnByLink({ token, order, onChange }: ReturnByLinkProps) {
  const source = useMemo(() => createLinkSource(token), [token])
  return <ReturnItems isSection order={order} source={source} onChange={onChange} />
}
