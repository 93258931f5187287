import { useState } from 'react'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { customerImportLimits } from '#contract/orders/customer-import-limits.ts'
import { sendForm } from '../../../orders/shared/send-form.ts'
import { TextField } from '../../../ui/field.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { CsvImportPage } from '../../kit/csv-import-page.tsx'
import { customersPath, ordersPath } from '../../kit/list-href.ts'

export const handle = { section: ordersPath }
export const meta = pageTitle('Import customers')

/** Imports the customers of an earlier shop from a CSV file, after a check that changes nothing. */
export default function ImportCustomers() {
  const [consentDate, setConsentDate] = useState('')
  const [consentSource, setConsentSource] = useState('')
  return (
    <CsvImportPage
      title="Import customers"
      tabs={<OrderTabs />}
      list={{ to: customersPath, label: 'All customers' }}
      intro="A file with the columns Name, Phone and Email, or an export of customers from Shopify or WooCommerce. They are found by search and in new orders, together with the orders of their phone. They get no accounts and no messages."
      maxLines={customerImportLimits.rows}
      // The check counts for these values.
      checkKey={`${consentDate} ${consentSource}`}
      send={({ file, isCheck }) =>
        sendForm({
          route: isCheck ? 'POST /customers/check' : 'POST /customers/import',
          values: { consentDate, consentSource, file },
        })
      }
      columnHead="Customer"
      describeLine={({ name, contact }) => [name, contact]}
    >
      <fieldset className="flex max-w-prose flex-col gap-3">
        <legend className="pb-1 font-semibold">Consent to messages about offers</legend>
        <p className="text-soft">
          The columns Consent (yes or no), Consent date and Consent source. A consent needs a date and a source; fill these in if the file
          has none, before you choose it.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Date of the consents"
            optional
            type="date"
            max={toIndianDay()}
            value={consentDate}
            onChange={({ target }) => setConsentDate(target.value)}
          />
          <TextField
            label="Source of the consents"
            optional
            hint="Such as: checkbox at the checkout"
            autoComplete="off"
            maxLength={customerImportLimits.sourceLength}
            value={consentSource}
            onChange={({ target }) => setConsentSource(target.value)}
          />
        </div>
      </fieldset>
    </CsvImportPage>
  )
}
