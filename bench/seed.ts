import pg from 'pg'

/** In one transaction the database's own counts would change so often that each change is slower than the one before. */
export const batch = 20_000

/** Adds made-up products until there are so many; their words and prices vary as a shop's would. */
export async function seedProducts({
  connection,
  products,
  stock,
}: {
  connection: pg.ClientConfig
  products: number
  stock: number
}): Promise<void> {
  await withClient({
    connection,
    work: async (client) => {
      const { rows } = await client.query<{ products: number }>('select count(*)::int as products from products')
      for (let from = rows[0]?.products ?? 0; from < products; from += batch)
        await addProducts({ client, from, to: Math.min(from + batch, products), stock })
      // Not the empty tables: whatever is planned for one that is known to be empty is wrong as soon as it fills, and a shop has none.
      await client.query('vacuum analyze products, product_counts, product_words')
    },
  })
}

async function addProducts({ client, from, to, stock }: { client: pg.Client; from: number; to: number; stock: number }): Promise<void> {
  await client.query(
    `insert into products (name, description, category, price_paise, stock, image_key, backdrop, created_at)
         select (array['Indigo', 'Madder', 'Ecru', 'Slate', 'Olive', 'Rust', 'Ink', 'Sand'])[1 + n % 8] || ' '
             || (array['Lane', 'Harbour', 'Monsoon', 'Terrace', 'Quarry', 'Orchard', 'Lantern'])[1 + n / 8 % 7] || ' '
             || (array['Tee', 'Joggers', 'Hoodie', 'Cargos'])[1 + n % 4] || ' ' || n,
           'Combed cotton, double stitched, cut for warm evenings. Number ' || n || ' of its run.',
           (array['TEE', 'JOGGER', 'HOODIE', 'DENIM'])[1 + n % 4], 49900 + n % 90 * 2500, $3, sample.image_key, sample.backdrop,
           clock_timestamp() - n * interval '1 second'
         from generate_series($1::int + 1, $2::int) as n,
           (select image_key, backdrop from products order by created_at limit 1) as sample`,
    [from, to, stock],
  )
  await client.query('vacuum product_counts')
}

/** One connection for one piece of work. */
export async function withClient<Result>({
  connection,
  work,
}: {
  connection: pg.ClientConfig
  work: (client: pg.Client) => Promise<Result>
}): Promise<Result> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
