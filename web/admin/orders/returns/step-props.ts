import type { AdminReturn } from '#contract/returns/admin-returns.ts'

/** What a step of a return replies. */
export interface StepReply {
  readonly message: string
  readonly return: AdminReturn
}

/** What each step of a return is shown with. */
export interface StepProps {
  readonly returned: AdminReturn
  readonly busy: boolean
  readonly onStep: (request: () => Promise<StepReply>) => Promise<void>
}
