// Connects a marketplace: prints the stocks that have changed, and enters an order of the marketplace, which takes the stock.
// Needs Node 22 or later, and a key with the rights to products, orders and exports.
// SHOP=https://shop.example KEY=shopkey_... node marketplace.mjs stocks place.txt
// SHOP=https://shop.example KEY=shopkey_... node marketplace.mjs order order.json
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const { SHOP, KEY } = process.env
const [command, file] = process.argv.slice(2)

async function call(method, path, { body, headers } = {}) {
  const reply = await fetch(`${SHOP}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await reply.json()
  if (!reply.ok) throw new Error(`${answer.message} ${JSON.stringify(answer.fields ?? '')}`)
  return answer
}

/** Prints "SKU stock" for each size whose product has changed since the last run, whose place is stored in the file. */
async function printStocks() {
  let after = existsSync(file) ? readFileSync(file, 'utf8').trim() : '0'
  const stocks = new Map()
  for (let hasMore = true; hasMore; ) {
    const page = await call('GET', `/events?type=stock.changed&limit=200&after=${after}`)
    for (const { data } of page.events) for (const { sku, stock } of data.product.sizes) if (sku) stocks.set(sku, stock)
    after = page.events.at(-1)?._id ?? after
    hasMore = page.hasMore
  }
  for (const [sku, stock] of stocks) console.log(`${sku} ${stock}`)
  writeFileSync(file, after)
}

/** The product and size of each SKU. */
async function readSkus() {
  const found = new Map()
  let after = ''
  for (let hasMore = true; hasMore; ) {
    const page = await call('GET', `/products/skus?limit=1000${after}`)
    for (const { _id, price, sizes } of page.products)
      for (const { sku, size } of sizes) if (sku) found.set(sku, { product: _id, size, price })
    after = `&after=${page.products.at(-1)?._id}`
    hasMore = page.hasMore
  }
  return found
}

/** Enters an order that the marketplace has been paid for. Running it again enters it once. */
async function enterOrder() {
  const { id, items, deliveryAddress } = JSON.parse(readFileSync(file, 'utf8'))
  const skus = await readSkus()
  const lines = items.map(({ sku, quantity }) => {
    const found = skus.get(sku)
    if (!found) throw new Error(`No product has the SKU ${sku}.`)
    return { ...found, quantity }
  })
  const body = {
    products: lines.map(({ product, size, quantity }) => ({ product, size, quantity })),
    totalPrice: lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
    payment: 'paid',
    manualPayment: { method: 'bank transfer', reference: id },
    deliveryAddress,
  }
  const { order } = await call('POST', '/order/admin', { body, headers: { 'idempotency-key': `marketplace ${id}` } })
  console.log(order.number)
}

await (command === 'stocks' ? printStocks() : enterOrder())
