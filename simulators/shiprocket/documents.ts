import { type Account, type Json, Refusal, referenceOf, type SimulatedOrder } from './types.ts'

/** PDF files by path. */
export type Files = Map<string, Buffer>

interface Documents {
  readonly account: Account
  readonly files: Files
  /** of this simulator; Shiprocket's files are at its storage */
  readonly origin: string
}

function store({ files, origin }: Documents, name: string, pages: readonly (readonly string[])[]): string {
  const path = `/_files/${name}-${files.size + 1}.pdf`
  files.set(path, buildPdf(pages))
  return `${origin}${path}`
}

const findBy = (orders: readonly SimulatedOrder[], key: 'id' | 'shipmentId', ids: readonly unknown[]): SimulatedOrder[] =>
  ids.flatMap((id) => orders.find((order) => order[key] === Number(id)) ?? [])

/** One page for each parcel that has a number, in the order of the ids. */
export function generateLabel(documents: Documents, { shipment_id }: Json): Json {
  if (!Array.isArray(shipment_id))
    throw new Refusal(422, 'Oops! Invalid Data.', { errors: { shipment_id: ['The shipment id must be an array.'] } })
  const found = findBy(documents.account.orders, 'shipmentId', shipment_id).filter(({ awb, status }) => awb && status !== 'CANCELED')
  const not_created = shipment_id.filter((id) => !found.some(({ shipmentId }) => shipmentId === Number(id)))
  if (found.length === 0) return { label_created: 0, not_created, response: 'No valid shipment ids to print label' }
  const pages = found.map((order) => [order.courier, `AWB ${order.awb}`, referenceOf(order), String(order.body.payment_method)])
  const label_url = store(documents, 'label', pages)
  return { label_created: 1, label_url, response: 'Label has been created and uploaded successfully!', not_created }
}

const listParcels = (title: string, orders: readonly SimulatedOrder[]): string[][] => [
  [title, ...orders.map((order) => `${order.awb} ${referenceOf(order)}`)],
]

export function generateManifest(documents: Documents, { shipment_id }: Json): Json {
  if (!Array.isArray(shipment_id)) throw new Refusal(422, 'Oops! Invalid Data.')
  const found = findBy(documents.account.orders, 'shipmentId', shipment_id)
  const already = found.filter(({ isManifested }) => isManifested).map(({ shipmentId }) => shipmentId)
  const message = 'Manifest already generated for some shipment_ids, Please try again after removin them'
  if (already.length > 0) throw new Refusal(400, message, { already_manifested_shipment_ids: already })
  if (found.length === 0 || found.some(({ awb, pickups }) => !awb || pickups === 0)) return { status: 1, manifest_url: '' }
  for (const order of found) order.isManifested = true
  return { status: 1, manifest_url: store(documents, 'manifest', listParcels('Manifest', found)) }
}

/** Prints the manifests of orders by their ids. Orders without a manifest are left out. */
export function printManifest(documents: Documents, { order_ids }: Json): Json {
  if (!Array.isArray(order_ids)) throw new Refusal(500, 'Invalid argument supplied for foreach()')
  const found = findBy(documents.account.orders, 'id', order_ids).filter(({ isManifested }) => isManifested)
  return { manifest_url: found.length === 0 ? '' : store(documents, 'manifest', listParcels('Manifest', found)) }
}

/** A PDF with a page of lines for each entry. */
function buildPdf(pages: readonly (readonly string[])[]): Buffer {
  const escapeText = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&')
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((lines, index) => {
      const stream = `BT /F1 14 Tf 20 400 Td 18 TL ${lines.map((line) => `(${escapeText(line)}) Tj T*`).join(' ')} ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 288 432] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ]
    }),
  ]
  const offsets: number[] = []
  let text = '%PDF-1.4\n'
  for (const [index, object] of objects.entries()) {
    offsets.push(text.length)
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(`${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, 'latin1')
}
