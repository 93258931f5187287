import { restOfIndia } from '#contract/delivery/delivery-limits.ts'
import { type DeliveryRule, type DeliveryRuleValues, deliveryRulesCalls } from '#contract/delivery/delivery-rules.ts'
import { type DeliveryFigures, type DeliveryRates, type DeliveryRow, estimateFreight } from '#contract/figures/delivery-figures.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { SelectField } from '../../ui/field.tsx'
import { FormDialog, parseNumber } from '../kit/form-dialog.tsx'
import { ListError } from '../kit/list-frame.tsx'
import { useResource } from '../kit/use-resource.ts'
import { AdvanceField, ReasonField } from '../shared/rule-fields.tsx'
import { formatCount, formatPeriod } from './parts/figure-parts.tsx'

interface PinRuleProps {
  /** of a PIN code's first three digits */
  row: DeliveryRow
  rates: DeliveryRates
  period: { from: string; to: string }
  onSaved: () => void
  onClose: () => void
}

interface CountingRules {
  /** the rule of exactly these digits */
  readonly own: DeliveryRule | undefined
  /** the rule that counts for these digits now */
  readonly counting: DeliveryRule | undefined
  /** rules of more digits, which count in place of a new one */
  readonly longer: number
}

/** The rules of fewer digits come first in the list, so its first page has all of them. */
async function loadRules(prefix: string): Promise<CountingRules> {
  const { rules, total } = await callSignedIn('GET /delivery-rules', { query: { q: prefix } })
  const shorter = rules.filter((rule) => prefix.startsWith(rule.prefix))
  return { own: shorter.find((rule) => rule.prefix === prefix), counting: shorter.at(-1), longer: total - shorter.length }
}

/** Adds a delivery rule for the PIN codes of a row, after it has said which of the parcels of the period it would have concerned. */
export function PinRuleDialog({ row, ...props }: PinRuleProps) {
  const { data, error, reload } = useResource({ id: row.name, load: loadRules })
  if (data) return <RuleForm row={row} rules={data} onStale={reload} {...props} />
  return error === undefined ? null : <ListError text={error} />
}

type Choice = 'advance' | 'no cash' | 'no delivery'

interface FormValues {
  readonly choice: Choice
  readonly advance: string
  readonly reason: string
}

const choices: readonly (readonly [Choice, string])[] = [
  ['advance', 'Cash after an advance'],
  ['no cash', 'No cash on delivery'],
  ['no delivery', 'No delivery'],
]

/** Days and charge stay as the rule says that counts now. */
function toValues({
  prefix,
  counting,
  typed,
}: {
  prefix: string
  counting: DeliveryRule | undefined
  typed: FormValues
}): DeliveryRuleValues {
  const { choice, advance, reason } = typed
  if (choice === 'no delivery') return { prefix, deliver: false, cod: 'no', advance: null, from: null, to: null, charge: null, reason }
  const { from = null, to = null, charge = null } = counting ?? {}
  const cash = choice === 'advance' ? ({ cod: 'advance', advance: parseNumber(advance) } as const) : ({ cod: 'no', advance: null } as const)
  return { prefix, deliver: true, ...cash, from, to, charge, reason }
}

const countEnded = ({ delivered, refused, undelivered }: DeliveryFigures): number => delivered + refused + undelivered

interface RuleFormProps extends PinRuleProps {
  rules: CountingRules
  /** somebody else has changed the rules */
  onStale: () => void
}

function RuleForm({ row, rates, period, rules, ...dialog }: RuleFormProps) {
  const { own, counting, longer } = rules
  const failed = row.figures.refused + row.figures.undelivered
  return (
    <FormDialog<FormValues, { message: string }>
      title={`Rule for the PIN codes ${row.name} ...`}
      intro={<p className="text-soft">{`${describeCounting(counting)}${own ? ' It is changed.' : ''}${describeLonger(longer)}`}</p>}
      defaultValues={{
        choice: 'advance',
        advance: String(counting?.advance ?? 100),
        reason: `${formatCount(failed)} of ${formatCount(countEnded(row.figures))} parcels were not taken, orders placed ${formatPeriod(period)}`,
      }}
      body={deliveryRulesCalls.addDeliveryRule.body}
      submitLabel={own ? 'Change the rule' : 'Add the rule'}
      send={(typed) => {
        const values = toValues({ prefix: row.name, counting, typed })
        return own
          ? callSignedIn('PATCH /delivery-rules/:id', { params: { id: own._id }, body: { ...values, version: own.version } })
          : callSignedIn('POST /delivery-rules', { body: values })
      }}
      {...dialog}
    >
      {({ field, values: { choice } }) => (
        <>
          <SelectField label="The rule" className="col-span-full" {...field('choice')} choices={choices} />
          {choice === 'advance' && <AdvanceField {...field('advance')} />}
          <Effect
            figures={choice === 'no delivery' ? row.figures : (row.onDelivery ?? row.figures)}
            period={period}
            isDelivered={choice !== 'no delivery'}
            rates={rates}
          />
          <ReasonField {...field('reason')} />
        </>
      )}
    </FormDialog>
  )
}

function describeCounting(rule: DeliveryRule | undefined): string {
  if (!rule) return 'No rule counts there now: the shop delivers and takes cash.'
  const name = rule.prefix === '' ? restOfIndia : `${rule.prefix} ...`
  const cash = { yes: 'cash on delivery', no: 'no cash on delivery', advance: `cash after ${formatRupees(rule.advance ?? 0)}` }[rule.cod]
  return `The rule ${name} counts there now: ${rule.deliver ? cash : 'no delivery'}.`
}

function describeLonger(longer: number): string {
  if (longer === 0) return ''
  return longer === 1
    ? ' One rule of more digits stays and counts before it.'
    : ` ${formatCount(longer)} rules of more digits stay and count before it.`
}

interface EffectProps {
  /** of the parcels that the rule would have concerned */
  figures: DeliveryFigures
  period: PinRuleProps['period']
  /** false: the rule ends deliveries */
  isDelivered: boolean
  rates: DeliveryRates
}

/** What the rule would have saved in the period, and what it would have cost. */
function Effect({ figures, period, isDelivered, rates }: EffectProps) {
  const freight = estimateFreight({ figures, rates })
  const rows = [
    [isDelivered ? 'Parcels to be paid on delivery' : 'Parcels', figures.sent],
    ['Refused', figures.refused],
    ['Could not be delivered', figures.undelivered],
    ['Delivered', figures.delivered],
  ] as const
  return (
    <section aria-label="What it would have changed" className="col-span-full flex flex-col gap-2">
      <h3 className="font-semibold">{`What it would have changed in the orders placed ${formatPeriod(period)}`}</h3>
      <dl className="text-sm">
        {rows.map(([name, count]) => (
          <div key={name} className="flex justify-between gap-4 border-b border-line py-1">
            <dt>{name}</dt>
            <dd className="tabular-nums">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm">
        {`It would have saved at most ${formatCount(figures.refused + figures.undelivered)} parcels that were not taken${freight === null ? '' : ` (about ${formatRupees(freight)} of freight)`}, and cost at most ${formatCount(figures.delivered)} delivered orders.`}
        {isDelivered && ' Orders of customers who pay online instead are not lost.'}
      </p>
    </section>
  )
}
