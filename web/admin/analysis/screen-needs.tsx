import type { ReactNode } from 'react'
import type { Right } from '#contract/kernel/rights.ts'
import { FigureTabs } from '../kit/admin-tabs.tsx'
import { ListError, ListFrame } from '../kit/list-frame.tsx'
import { Needs } from '../kit/needs.tsx'

interface ScreenNeedsProps {
  right: Right
  title: string
  /** why its data could not be loaded */
  error: string | undefined
  children: ReactNode
}

/** A screen among the figures that needs a right of its own; others see its title and the reason. */
export const ScreenNeeds = ({
  right,
  title,
  error = 'An owner of the shop can give you the right to open this screen.',
  children,
}: ScreenNeedsProps) => (
  <Needs
    right={right}
    otherwise={
      <ListFrame title={title} tabs={<FigureTabs />}>
        <ListError text={error} />
      </ListFrame>
    }
  >
    {children}
  </Needs>
)
