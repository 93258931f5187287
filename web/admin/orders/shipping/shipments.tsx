import { useEffect, useRef, useState } from 'react'
import type { CheckedLine } from '#contract/orders/shipments.ts'
import { type CourierKey, courierKeys } from '#contract/shipping/couriers.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { Checkbox } from '../../kit/checkbox.tsx'
import { formatCountOf } from '../../kit/format-count-of.ts'
import { ListFrame } from '../../kit/list-frame.tsx'
import { ordersPath } from '../../kit/list-href.ts'
import { type Column, sortFirst, Table } from '../../kit/table.tsx'
import { courierChoices } from '../shared/courier-choices.ts'
import { PasteField } from './paste-field.tsx'
import { isReady, useShipmentLines } from './use-shipment-lines.ts'

export const handle = { section: ordersPath }
export const meta = pageTitle('Shipments')

const outcomeClasses: Record<CheckedLine['outcome'], string> = {
  ready: '',
  entered: 'font-semibold text-good',
  unchanged: 'text-soft',
  refused: 'font-medium text-bad',
}

const columns: readonly Column<CheckedLine>[] = [
  { head: 'Line', number: true, className: 'w-12', cell: ({ line }) => line },
  {
    head: 'Order',
    className: 'max-sm:min-w-34',
    cell: ({ number, courier, trackingNumber }) => (
      <>
        <span className="font-semibold wrap-anywhere">{number}</span>
        <span className="block text-soft wrap-anywhere sm:hidden">{[courier, trackingNumber].filter(Boolean).join(' ')}</span>
      </>
    ),
  },
  { head: 'Courier', className: 'max-sm:hidden', cell: ({ courier }) => courier },
  { head: 'Tracking number', className: 'max-sm:hidden wrap-anywhere', cell: ({ trackingNumber }) => trackingNumber },
  { head: 'Result', cell: ({ outcome, message }) => <span className={outcomeClasses[outcome]}>{message}</span> },
]

/** Enters the tracking numbers of many orders from pasted lines: first a check, which changes nothing. */
export default function Shipments() {
  const [text, setText] = useState('')
  const [ship, setShip] = useState(true)
  const [courier, setCourier] = useState<CourierKey>()
  const { busy, lines, error, clear, check, enter } = useShipmentLines()
  const heading = useRef<HTMLHeadingElement>(null)
  const ready = lines?.filter(isReady).length ?? 0
  const entered = lines?.filter(({ outcome }) => outcome === 'entered').length ?? 0
  const isChecked = lines !== undefined
  useEffect(() => {
    if (isChecked) heading.current?.focus()
  }, [isChecked])
  return (
    <ListFrame title="Shipments" tabs={<OrderTabs />}>
      <p className="max-w-prose text-soft">
        Enter the tracking numbers of many parcels at once: paste the lines from your courier's portal or a spreadsheet, or choose the file.
        Nothing is saved before you have seen the result of the check.
      </p>
      <form
        className="flex max-w-4xl flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          check({ text, ship, ...(courier && { courier }) })
        }}
      >
        <PasteField
          label="Lines"
          hint="Order number, courier, tracking number and, if you like, a link; or the courier's file with its first line"
          placeholder={'7K3M-9QXT, Delhivery, 1490812345678\n8H2P-4RTW, Blue Dart, 50112345678'}
          text={text}
          error={error}
          onChange={(value) => {
            setText(value)
            clear()
          }}
        />
        <SelectField
          label="Courier"
          optional
          hint="Of lines that name none: most couriers' own files"
          value={courier ?? ''}
          onChange={(event) => {
            setCourier(courierKeys.find((key) => key === event.currentTarget.value))
            clear()
          }}
          choices={[['', 'As the lines say'] as const, ...courierChoices]}
        />
        <Checkbox
          checked={ship}
          onChange={(event) => {
            setShip(event.currentTarget.checked)
            clear()
          }}
        >
          Mark packed orders as shipped
        </Checkbox>
        <Button type="submit" variant={isChecked ? 'outline' : 'ink'} className="self-start" aria-disabled={busy !== undefined}>
          {busy === 'checking' ? 'Checking…' : 'Check the lines'}
        </Button>
      </form>
      {lines && (
        <section aria-labelledby="result" className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
            <div>
              <h2 id="result" ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
                Result
              </h2>
              <p role="status">{lines.length === 0 ? 'No lines found.' : summarize({ lines: lines.length, ready, entered })}</p>
            </div>
            {ready > 0 && (
              <Button variant="primary" aria-disabled={busy !== undefined} onClick={() => enter(ship)}>
                {busy === 'entering' ? `${formatCountOf(ready, 'line')} to go…` : `Enter ${formatCountOf(ready, 'line')}`}
              </Button>
            )}
          </div>
          {lines.length > 0 && (
            <Table
              label="Result of each line"
              columns={columns}
              rows={sortFirst(lines, ({ outcome }) => outcome === 'refused')}
              getKey={({ line }) => String(line)}
            />
          )}
        </section>
      )}
    </ListFrame>
  )
}

function summarize({ lines, ready, entered }: { lines: number; ready: number; entered: number }): string {
  const unchanged = lines - ready - entered
  const parts = [
    ...(entered > 0 ? [`${entered} entered`] : []),
    ...(ready > 0 || entered === 0 ? [`${ready} ready`] : []),
    ...(unchanged > 0 ? [`${unchanged} left as they are`] : []),
  ]
  return `${formatCountOf(lines, 'line')}: ${parts.join(', ')}.`
}
