import { pastOrderLimits } from '#contract/orders/past-order-limits.ts'
import type { PastOrderImport } from '#contract/orders/past-orders.ts'
import { sendForm } from '../../../orders/shared/send-form.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { CsvImportPage } from '../../kit/csv-import-page.tsx'
import { formatPlannedTime } from '../../kit/format-time.ts'
import { ordersPath } from '../../kit/list-href.ts'
import { actionColumn } from '../../kit/row-actions.tsx'
import { Section } from '../../kit/section.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import { Table } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { useResource } from '../../kit/use-resource.ts'

export const handle = { section: ordersPath }
export const meta = pageTitle('Import orders')

const load = () => callSignedIn('GET /past-orders/imports', {})

/** Imports the orders of an earlier shop for history, after a check that changes nothing. */
export default function ImportPastOrders() {
  const { data, reload } = useResource({ id: 'imports', load })
  return (
    <CsvImportPage
      title="Import orders of an earlier shop"
      tabs={<OrderTabs />}
      list={{ to: ordersPath, label: 'All orders' }}
      intro="An export of orders from Shopify, WooCommerce or this shop, or a table with the columns Order, Order date, Name, Phone, Email, Product, Quantity and Total. The orders are for history: the search of the order lists finds them, and the page of their customer shows them. They are in no figure, no document and no stock, and nobody gets a message."
      maxLines={pastOrderLimits.rows}
      send={async ({ file, isCheck }) => {
        const route = isCheck ? 'POST /past-orders/check' : 'POST /past-orders/import'
        const result = await sendForm({ route, values: { file } })
        if (!isCheck) reload()
        return result
      }}
      columnHead="Order"
      describeLine={({ number, text }) => [number, text]}
      below={data && <PastImports imports={data.imports} onUndone={reload} />}
    />
  )
}

/** What was imported, to take it back. */
function PastImports({ imports, onUndone }: { imports: readonly PastOrderImport[]; onUndone: () => void }) {
  const { message, ask, dialog } = useAction()
  const undo = ({ _id: id, orders, fileName }: PastOrderImport) =>
    ask(
      {
        title: 'Undo this import?',
        text: orders === 1 ? 'Its order is removed.' : `Its ${orders.toLocaleString('en-IN')} orders are removed.`,
        action: 'Undo',
        children: <p className="font-semibold wrap-anywhere">{fileName}</p>,
      },
      () => callSignedIn('DELETE /past-orders/imports/:id', { params: { id } }).finally(onUndone),
    )
  // The message about the last import that was undone stays.
  if (imports.length === 0 && !message) return dialog
  return (
    <Section title="Imports" className="gap-3 pt-4">
      <StatusMessage message={message} />
      {imports.length > 0 && (
        <Table
          label="Imports, newest first"
          rows={imports}
          getKey={({ _id }) => _id}
          columns={[
            {
              head: 'File',
              className: 'wrap-anywhere',
              cell: ({ fileName }) => <span className="font-semibold">{fileName}</span>,
              further: ({ importedAt, importedBy }) => [formatPlannedTime(importedAt), importedBy].filter(Boolean).join(', '),
            },
            { head: 'Orders', number: true, cell: ({ orders }) => orders.toLocaleString('en-IN') },
            actionColumn<PastOrderImport>((row) => (
              <SmallButton aria-label={`Undo the import of ${row.fileName}`} className="text-bad" onClick={() => undo(row)}>
                Undo
              </SmallButton>
            )),
          ]}
        />
      )}
      {dialog}
    </Section>
  )
}
