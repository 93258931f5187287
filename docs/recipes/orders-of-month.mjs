// Prints the orders of a month as CSV. Needs Node 22 or later, and a key with the right to exports.
// SHOP=https://shop.example KEY=shopkey_... node orders-of-month.mjs 2026-11 > orders.csv
const { SHOP, KEY } = process.env
const month = process.argv[2]
const orders = new Map()

let query = `changedSince=${encodeURIComponent(`${month}-01T00:00:00+05:30`)}`
for (let hasMore = true; hasMore; ) {
  const reply = await fetch(`${SHOP}/api/v1/orders?limit=100&${query}`, { headers: { authorization: `Bearer ${KEY}` } })
  const page = await reply.json()
  if (!reply.ok) throw new Error(page.message)
  // An order that changed while this reads comes again.
  for (const order of page.orders) orders.set(order._id, order)
  query = `after=${page.next}`
  hasMore = page.hasMore
}

const toDay = (time) => new Date(Date.parse(time) + 5.5 * 3_600_000).toISOString().slice(0, 10)
// A sheet would run a cell that begins with one of these as a formula.
const toCell = (value) =>
  `"${String(value)
    .replace(/^[=+@\t\r-]/, "'$&")
    .replaceAll('"', '""')}"`
const toLine = (cells) => `${cells.map(toCell).join(',')}\r\n`

process.stdout.write(toLine(['Day', 'Order', 'Status', 'Customer', 'State', 'Amount', 'Paid', 'Refunded', 'Documents']))
for (const order of orders.values()) {
  const { createdAt, number, orderStatus, userDetails, deliveryAddress, amountPaid, amountRefunded, documents } = order
  const day = toDay(createdAt)
  if (!day.startsWith(month)) continue
  const numbers = documents.map((document) => document.number).join(' ')
  const amount = order.toPay ?? order.totalPrice
  process.stdout.write(
    toLine([day, number, orderStatus, userDetails.name, deliveryAddress.state, amount, amountPaid, amountRefunded, numbers]),
  )
}
