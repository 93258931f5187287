import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { type VisitStep, visitSteps } from '#contract/kernel/visit-steps.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database } from '../database/schema.ts'

/** What a page of the shop says: the step that its visit has reached, the one before it, and the product of the page. */
export interface Step {
  readonly step: VisitStep
  readonly after?: VisitStep | undefined
  readonly product?: string | undefined
}

const batchIntervalMs = 200

/** The steps that a visit has reached newly, those between included. */
const listReached = ({ step, after }: Step): readonly VisitStep[] =>
  visitSteps.slice(after === undefined ? 0 : visitSteps.indexOf(after) + 1, visitSteps.indexOf(step) + 1)

/** Adds to the sums of the day. In the order of their keys, so that several servers do not wait for each other in a circle. */
async function addSteps({ database, steps }: { database: Database; steps: readonly Step[] }): Promise<void> {
  const reached = steps.flatMap(listReached).toSorted()
  const products = steps.flatMap(({ product }) => (product !== undefined && isUuid(product) ? product : [])).toSorted()
  await sql`
    with reached as (
      insert into daily_steps (day, step, visits)
      select (now() at time zone 'Asia/Kolkata')::date, step, count(*) from unnest(${reached}::text[]) as step group by 2 order by 2
      on conflict (day, step) do update set visits = daily_steps.visits + excluded.visits
    )
    insert into daily_product_views (day, product_id, views)
    select (now() at time zone 'Asia/Kolkata')::date, products.id, count(*)
    from unnest(${products}::uuid[]) as viewed (id) join products using (id) group by 2 order by 2
    on conflict (day, product_id) do update set views = daily_product_views.views + excluded.views
  `.execute(database)
}

/** Counts steps in batches, because each page of a product is one. `record` resolves when the step is in the database. */
export function createStepRecorder({ database }: { database: Database }) {
  let batch: { steps: Step[]; added: Promise<void> } | undefined

  return {
    record(step: Step): Promise<void> {
      if (!batch) {
        const steps: Step[] = []
        const added = setTimeout(batchIntervalMs).then(() => {
          batch = undefined
          return addSteps({ database, steps })
        })
        batch = { steps, added }
      }
      batch.steps.push(step)
      return batch.added
    },
  }
}
