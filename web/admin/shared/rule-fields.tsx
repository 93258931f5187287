import type { ComponentProps } from 'react'
import { TextField } from '../../ui/field.tsx'

type RuleField = Omit<ComponentProps<typeof TextField>, 'label'>

/** The advance that a delivery rule asks for. */
export const AdvanceField = (field: RuleField) => (
  <TextField
    label="Advance, in rupees"
    hint="Smaller orders are paid online in full."
    className="col-span-full"
    maxLength={10}
    autoComplete="off"
    inputMode="decimal"
    {...field}
  />
)

/** Why a delivery rule exists. */
export const ReasonField = (field: RuleField) => (
  <TextField label="Reason" hint="Shoppers do not see it." optional className="col-span-full" autoComplete="off" {...field} />
)
