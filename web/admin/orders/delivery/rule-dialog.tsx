import type { DeliveryRule, DeliveryRuleValues } from '#contract/delivery/delivery-rules.ts'
import { deliveryRulesCalls } from '#contract/delivery/delivery-rules.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { FormDialog, parseNumber } from '../../kit/form-dialog.tsx'
import { AdvanceField, ReasonField } from '../../shared/rule-fields.tsx'

interface RuleDialogProps {
  /** undefined: a new one */
  rule?: DeliveryRule
  onSaved: () => void
  /** somebody else has changed it */
  onStale: () => void
  onClose: () => void
}

type FormValues = Record<keyof DeliveryRuleValues, string>

const toText = (value: number | null | undefined): string => (value === null || value === undefined ? '' : String(value))

/** Where nothing is delivered, nothing else counts. */
const toValues = ({ prefix, deliver, cod, advance, from, to, charge, reason }: FormValues): DeliveryRuleValues =>
  deliver === 'no'
    ? { prefix, deliver: false, cod: 'no', advance: null, from: null, to: null, charge: null, reason }
    : {
        prefix,
        deliver: true,
        cod: cod as DeliveryRuleValues['cod'],
        advance: cod === 'advance' ? parseNumber(advance) : null,
        from: parseNumber(from),
        to: parseNumber(to),
        charge: parseNumber(charge),
        reason,
      }

/** Adds or changes a rule. */
export function RuleDialog({ rule, ...dialog }: RuleDialogProps) {
  const digits = { inputMode: 'numeric', autoComplete: 'off' } as const
  return (
    <FormDialog<FormValues, { message: string }>
      title={rule ? 'Change the rule' : 'Add a rule'}
      defaultValues={{
        prefix: rule?.prefix ?? '',
        deliver: rule?.deliver === false ? 'no' : 'yes',
        cod: rule?.cod ?? 'no',
        advance: toText(rule?.advance),
        from: toText(rule?.from),
        to: toText(rule?.to),
        charge: toText(rule?.charge),
        reason: rule?.reason ?? '',
      }}
      isWide
      body={deliveryRulesCalls.addDeliveryRule.body}
      send={(typed) =>
        rule
          ? callSignedIn('PATCH /delivery-rules/:id', { params: { id: rule._id }, body: { ...toValues(typed), version: rule.version } })
          : callSignedIn('POST /delivery-rules', { body: toValues(typed) })
      }
      {...dialog}
    >
      {({ field, values: { deliver, cod } }) => (
        <>
          <TextField
            label="First digits of the PIN codes"
            hint="Such as 56, or a whole PIN code. Empty: the rest of India."
            optional
            className="col-span-full"
            {...digits}
            {...field('prefix')}
          />
          <SelectField
            label="Delivery"
            className="col-span-full"
            {...field('deliver')}
            choices={[
              ['yes', 'Yes'],
              ['no', 'No'],
            ]}
          />
          {deliver === 'yes' && (
            <>
              <SelectField
                label="Cash on delivery"
                className="col-span-full"
                {...field('cod')}
                choices={[
                  ['yes', 'Yes'],
                  ['advance', 'After an advance that is paid online'],
                  ['no', 'No'],
                ]}
              />
              {cod === 'advance' && <AdvanceField {...field('advance')} />}
              <TextField label="Days, from" optional maxLength={2} {...digits} {...field('from')} />
              <TextField label="Days, to" optional maxLength={2} {...digits} {...field('to')} />
              <TextField
                label="Shipping charge, in rupees"
                hint="0: free. Empty: as the policies say. It counts while charges by PIN code are on under Shop, Policy figures."
                optional
                className="col-span-full"
                maxLength={5}
                {...digits}
                {...field('charge')}
              />
            </>
          )}
          <ReasonField {...field('reason')} />
        </>
      )}
    </FormDialog>
  )
}
