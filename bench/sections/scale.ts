import { apiBase } from '#contract/calls.ts'
import { compare, type Figure } from '../compare.ts'
import { type OpenShop, openShop } from '../open-shop.ts'
import { batch, withClient } from '../seed.ts'

const sizes = { small: 1_000, large: 1_000_000 } as const
const words = ['indigo lane', 'madder', 'monsoon hoodie', 'slate cargos', 'terrace te', 'lantren']

/** What a list page, a search and a page of orders cost in a shop that is a thousand times larger. One visitor at a time. */
export async function measureScale({ seconds }: { seconds: number }): Promise<Figure[]> {
  const shops: OpenShop[] = []
  const openSide = async (size: number) => {
    const shop = await openShop({ products: size })
    shops.push(shop)
    await seedOrders({ shop, orders: size })
    return askShop({ shop, size })
  }
  try {
    const [small, large] = [await openSide(sizes.small), await openSide(sizes.large)]
    const figures: Figure[][] = []
    for (const [path, bare] of Object.entries(small))
      figures.push(
        await compare({
          path: `${path}, 1,000,000`,
          ours: large[path as keyof typeof large],
          bare: { name: 'the same, 1,000', ...bare },
          // At most 1.5 times the cost.
          leastShare: 1 / 1.5,
          concurrencies: [1],
          judgedAt: 1,
          seconds,
        }),
      )
    return figures.flat()
  } finally {
    for (const shop of shops) await shop.close()
  }
}

async function askShop({ shop, size }: { shop: OpenShop; size: number }) {
  const { origin } = shop
  const cookie = await signInAdministrator(shop)
  const page = () => 1 + Math.floor((Math.random() * size) / 7)
  const word = () => encodeURIComponent(words[Math.floor(Math.random() * words.length)] as string)
  // An address of its own each time: a small shop has so few pages that all of them would come from memory.
  let turn = 0
  return {
    'list page': { origin, ask: () => ({ path: `${apiBase}/products/getAll?page=${page()}&limit=7&turn=${turn++}` }) },
    search: { origin, ask: () => ({ path: `${apiBase}/products/getAll?page=1&limit=7&turn=${turn++}&q=${word()}` }) },
    'admin order page': {
      origin,
      ask: () => ({ path: `${apiBase}/cod/adminOrder?page=${Math.ceil(Math.random() * 20)}`, headers: { cookie } }),
    },
  }
}

async function seedOrders({ shop: { connection }, orders }: { shop: OpenShop; orders: number }): Promise<void> {
  await withClient({
    connection,
    work: async (client) => {
      for (let from = 0; from < orders; from += batch)
        await client.query(
          `insert into orders (number, kind, total_paise, collect_paise, delivery_address, placed_at)
         select 'B' || n, 'guest', 99900, 99900,
           jsonb_build_object('firstName', 'Asha', 'lastName', 'Rao ' || n, 'address', '12 Lake Road', 'city', 'Bengaluru', 'state', 'Karnataka',
             'pinCode', '560001', 'phone', (9000000000 + n)::text, 'email', 'asha' || n || '@example.com'),
           clock_timestamp() - n * interval '20 seconds'
         from generate_series($1::int + 1, $2::int) as n`,
          [from, Math.min(from + batch, orders)],
        )
      await client.query(
        `insert into order_lines (order_id, line, product_id, name, image_key, price_paise, quantity, size)
         select orders.id, 1, piece.id, piece.name, piece.image_key, 99900, 1, 'M' from orders, (select * from products limit 1) as piece`,
      )
      await client.query('vacuum analyze')
    },
  })
}

async function signInAdministrator(shop: OpenShop): Promise<string> {
  const body = JSON.stringify({ name: 'bench', pin: '4321' })
  const reply = await fetch(`${shop.origin}${apiBase}/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  await withClient({ connection: shop.connection, work: (client) => client.query(`update users set role = 'admin' where name = 'bench'`) })
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
