import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { ShownTaxRate, TaxRateValues } from '#contract/tax/tax-rate-calls.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { SettingTabs } from '../../kit/admin-tabs.tsx'
import { FormDialog, parseNumber } from '../../kit/form-dialog.tsx'
import { ListError, ListFrame } from '../../kit/list-frame.tsx'
import { settingsPath } from '../../kit/list-href.ts'
import { loadOnce } from '../../kit/load-list.ts'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import type { Route } from './+types/tax-rates'
import { describeValue, listMissingTops, nameCodes, nameRate } from './describe-rate.ts'
import { RateTable } from './rate-table.tsx'

export const clientLoader = () => loadOnce(() => callSignedIn('GET /tax-rates', {}))

export const meta = pageTitle('Tax rates')

type OpenDialog = 'add' | ShownTaxRate

/** The rates of GST by HSN code. */
export default function TaxRates({ loaderData: { list, error } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [dialog, setDialog] = useState<OpenDialog>()
  const { message, ask, dialog: question } = useAction()
  const rates = list?.rates ?? []
  const close = () => setDialog(undefined)
  const closeAndReload = () => {
    close()
    revalidate()
  }
  const remove = (rate: ShownTaxRate) =>
    ask(
      {
        title: 'Delete this rate?',
        text: 'It has not begun, so no invoice has it.',
        action: 'Delete',
        children: (
          <p className="font-semibold">
            HSN {nameCodes(rate)}, {describeValue({ rate, rates })}: {nameRate(rate)}
          </p>
        ),
      },
      () => callSignedIn('DELETE /tax-rates/:id', { params: { id: rate._id } }).finally(revalidate),
    )
  const tables = { rates, onEnd: setDialog, onDelete: remove }
  return (
    <ListFrame
      title="Tax rates"
      tabs={<SettingTabs />}
      aside={
        <Button variant="ink" className="sm:min-h-9 sm:py-1 sm:text-sm" onClick={() => setDialog('add')}>
          Add a rate
        </Button>
      }
    >
      <p className="max-w-prose text-soft">
        An invoice has the rates of its day. Of the rates that a product's HSN code begins with, those with the most digits count, and of
        these the lowest limit that the value of a piece keeps: after discounts and without tax.
      </p>
      {list?.isTaxed === false && (
        <p className="max-w-prose border-l-4 border-thread bg-raised px-4 py-2">
          No tax is calculated: the shop has no GSTIN (
          <Link to={`${settingsPath}/shop`} className="link">
            Name and contact
          </Link>
          ), or is registered under the composition scheme (
          <Link to={`${settingsPath}/tax`} className="link">
            Tax
          </Link>
          ).
        </p>
      )}
      <StatusMessage message={message} />
      {list === undefined && <ListError text={error} />}
      {list && (
        <>
          <RateTable title="Now" state="now" empty="No rate counts today." {...tables} />
          {listMissingTops(rates).map(({ codes, above }) => (
            <p key={codes} className="font-medium text-bad">
              HSN {codes}: pieces above {formatRupees(above)} have no rate. Add one without a limit.
            </p>
          ))}
          <RateTable title="Planned" state="planned" empty="No rate is planned." {...tables} />
          <RateTable title="Past" state="past" empty="No rate has ended yet." {...tables} />
        </>
      )}
      {dialog === 'add' && <RateForm onSaved={closeAndReload} onClose={close} />}
      {typeof dialog === 'object' && (
        <EndRate rate={dialog} value={describeValue({ rate: dialog, rates })} onSaved={closeAndReload} onClose={closeAndReload} />
      )}
      {question}
    </ListFrame>
  )
}

interface EndRateProps {
  rate: ShownTaxRate
  /** e.g. `up to ₹2,500` */
  value: string
  onSaved: () => void
  onClose: () => void
}

/** Sets or takes back the last day of a rate. */
function EndRate({ rate, value, onSaved, onClose }: EndRateProps) {
  return (
    <FormDialog
      title="End the rate"
      defaultValues={{ lastDay: rate.toDay ?? toIndianDay() }}
      intro={
        <p className="font-semibold">
          HSN {nameCodes(rate)}, {value}: {nameRate(rate)}
        </p>
      }
      send={({ lastDay }) =>
        callSignedIn('POST /tax-rates/:id/end', {
          params: { id: rate._id },
          body: { lastDay: lastDay === '' ? null : lastDay, seenLastDay: rate.toDay },
        })
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ field }) => (
        <TextField
          label="Last day"
          type="date"
          hint="Empty: the rate counts on. For a change, add the new rate from the day after it."
          optional
          {...field('lastDay')}
        />
      )}
    </FormDialog>
  )
}

type FormValues = Record<keyof TaxRateValues, string>

const toValues = ({ hsnPrefix, upTo, rate, fromDay, toDay }: FormValues): TaxRateValues => ({
  hsnPrefix,
  upTo: parseNumber(upTo),
  rate: parseNumber(rate) ?? -1,
  fromDay,
  toDay: toDay === '' ? null : toDay,
})

/** Adds a rate. */
function RateForm({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  return (
    <FormDialog<FormValues, { message: string }>
      title="Add a rate"
      defaultValues={{ hsnPrefix: '', upTo: '', rate: '', fromDay: toIndianDay(), toDay: '' }}
      isWide
      submitLabel="Add"
      send={(typed) => callSignedIn('POST /tax-rates', { body: toValues(typed) })}
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ field, values: { fromDay } }) => (
        <>
          <TextField
            label="HSN codes that begin with"
            hint="2 to 8 digits, such as 61 or 6109. The longest one counts."
            className="col-span-full"
            inputMode="numeric"
            autoComplete="off"
            maxLength={8}
            {...field('hsnPrefix')}
          />
          <TextField
            label="Pieces of a value up to, in rupees"
            hint="Without tax. Empty: any value, or above the limits of the other rates."
            optional
            className="col-span-full"
            inputMode="decimal"
            autoComplete="off"
            maxLength={14}
            {...field('upTo')}
          />
          <TextField
            label="Rate, in per cent"
            hint="Such as 5 or 18."
            className="col-span-full"
            inputMode="decimal"
            autoComplete="off"
            maxLength={6}
            {...field('rate')}
          />
          <TextField label="First day" type="date" autoComplete="off" {...field('fromDay')} />
          <TextField label="Last day" type="date" autoComplete="off" optional {...field('toDay')} />
          {fromDay === toIndianDay() && (
            <p className="col-span-full text-sm text-soft">
              From today: the rate counts at once and can no longer be changed or deleted, only ended. Check it before you save.
            </p>
          )}
        </>
      )}
    </FormDialog>
  )
}
