import { useForm, useWatch } from 'react-hook-form'
import { deliveryLimits } from '#contract/delivery/delivery-limits.ts'
import type { DeliveryRule, DeliveryRuleValues } from '#contract/delivery/delivery-rules.ts'
import { callSignedIn } from '../../../auth/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.ts'
import { showFormError } from '../../kit/use-action.tsx'

interface RuleDialogProps {
  /** undefined: a new one */
  rule: DeliveryRule | undefined
  onSaved: () => void
  onClose: () => void
}

type FormValues = Record<keyof DeliveryRuleValues, string>

const toText = (value: number | null | undefined): string => (value === null || value === undefined ? '' : String(value))

/** Null for an empty text. What is no number is out of range, so that the server says what the field takes. */
function toNumber(text: string): number | null {
  const typed = text.replace(/[₹,\s]/g, '')
  const number = Number(typed)
  return typed === '' ? null : Number.isFinite(number) ? number : -1
}

/** Where nothing is delivered, nothing else counts. */
const toValues = ({ prefix, deliver, cod, advance, from, to, reason }: FormValues): DeliveryRuleValues =>
  deliver === 'no'
    ? { prefix, deliver: false, cod: 'no', advance: null, from: null, to: null, reason }
    : {
        prefix,
        deliver: true,
        cod: cod as DeliveryRuleValues['cod'],
        advance: cod === 'advance' ? toNumber(advance) : null,
        from: toNumber(from),
        to: toNumber(to),
        reason,
      }

/** Adds or changes a rule. */
export function RuleDialog({ rule, onSaved, onClose }: RuleDialogProps) {
  const { register, handleSubmit, setError, formState, control } = useForm<FormValues>({
    defaultValues: {
      prefix: rule?.prefix ?? '',
      deliver: rule?.deliver === false ? 'no' : 'yes',
      cod: rule?.cod ?? 'no',
      advance: toText(rule?.advance),
      from: toText(rule?.from),
      to: toText(rule?.to),
      reason: rule?.reason ?? '',
    },
  })
  const { errors, isSubmitting } = formState
  const [deliver, cod] = useWatch({ control, name: ['deliver', 'cod'] })
  const save = async (typed: FormValues) => {
    const values = toValues(typed)
    try {
      const { message } = rule
        ? await callSignedIn('PATCH /delivery-rules/:id', { params: { id: rule._id }, body: { ...values, version: rule.version } })
        : await callSignedIn('POST /delivery-rules', { body: values })
      showToast({ text: message })
      onSaved()
    } catch (failure) {
      showFormError({ failure, setError })
    }
  }
  const digits = { inputMode: 'numeric', autoComplete: 'off' } as const
  const error = (name: keyof FormValues) => ({ error: errors[name]?.message ?? '' })
  return (
    <Dialog open title={rule ? 'Change the rule' : 'Add a rule'} onClose={onClose}>
      <form noValidate onSubmit={isSubmitting ? (event) => event.preventDefault() : handleSubmit(save)} className="grid grid-cols-2 gap-4">
        <TextField
          label="First digits of the PIN codes"
          hint="Such as 56, or a whole PIN code. Empty: the rest of India."
          optional
          className="col-span-2"
          {...digits}
          {...error('prefix')}
          {...register('prefix')}
        />
        <SelectField label="Delivery" className="col-span-2" {...error('deliver')} {...register('deliver')}>
          <option value="yes">Yes</option>
          <option value="no">No</option>
        </SelectField>
        {deliver === 'yes' && (
          <>
            <SelectField label="Cash on delivery" className="col-span-2" {...error('cod')} {...register('cod')}>
              <option value="yes">Yes</option>
              <option value="advance">After an advance that is paid online</option>
              <option value="no">No</option>
            </SelectField>
            {cod === 'advance' && (
              <TextField
                label="Advance, in rupees"
                hint="Smaller orders are paid online in full."
                className="col-span-2"
                maxLength={10}
                autoComplete="off"
                inputMode="decimal"
                {...error('advance')}
                {...register('advance')}
              />
            )}
            <TextField
              label="Days, from"
              optional
              className="col-span-2 sm:col-span-1"
              maxLength={2}
              {...digits}
              {...error('from')}
              {...register('from')}
            />
            <TextField
              label="Days, to"
              optional
              className="col-span-2 sm:col-span-1"
              maxLength={2}
              {...digits}
              {...error('to')}
              {...register('to')}
            />
          </>
        )}
        <TextField
          label="Reason"
          hint="Shoppers do not see it."
          optional
          className="col-span-2"
          autoComplete="off"
          maxLength={deliveryLimits.reason}
          {...error('reason')}
          {...register('reason')}
        />
        <div role="alert" className="col-span-2 empty:hidden">
          {errors.root && <p className="font-medium text-bad">{errors.root.message}</p>}
        </div>
        <div className="col-span-2 flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Go back</Button>
          <Button type="submit" variant="ink" aria-disabled={isSubmitting}>
            {isSubmitting ? 'Saving…' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
