import { useWatch } from 'react-hook-form'
import { type ProductPrices, productSalesCalls } from '#contract/catalog/product-sales.ts'
import { returnRuleLabels } from '#contract/catalog/return-rule-texts.ts'
import { type SaleReturnRule, saleReturnRules } from '#contract/catalog/return-rules.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { callSignedIn } from '../../../../session/call-signed-in.ts'
import { Button } from '../../../../ui/button.tsx'
import { SelectField, TextField } from '../../../../ui/field.tsx'
import { FormError } from '../../../../ui/form-error.tsx'
import { LoadError } from '../../../kit/drawer.tsx'
import { formatPlannedTime, toIso } from '../../../kit/format-time.ts'
import { useSaveForm } from '../../../kit/save-form.tsx'
import { StatusMessage, useAction } from '../../../kit/use-action.tsx'
import { useResource } from '../../../kit/use-resource.ts'
import { ReturnRuleOptions } from '../../../shared/return-rule-options.tsx'
import { TaxWarning } from '../../../shared/tax-warning.tsx'
import { usePriceProblem } from '../../../shared/use-tax-rates.ts'
import { useProductCard, useReportEdit } from './product-card.tsx'

const load = (id: string) => callSignedIn('GET /products/:id/prices', { params: { id } })
const empty = { price: '', startsAt: '', endsAt: '', returnRule: '' as SaleReturnRule | '' }

/** Plans, shows and ends the sale of a product. */
export function SaleSection() {
  const card = useProductCard()
  const productId = card.product._id
  const { data, error, reload, setData } = useResource({ id: productId, load })
  const { busy, message, run, clearMessage } = useAction(reload)
  const show = (reply: ProductPrices) => {
    setData(reply)
    card.show({ product: reply.product })
  }
  const { control, field, save, reset, isSubmitting, isDirty, failure } = useSaveForm({
    defaultValues: empty,
    body: productSalesCalls.startSale.body,
    send({ price, startsAt, endsAt, returnRule }) {
      clearMessage()
      const times = { ...(startsAt && { startsAt: toIso(startsAt) }), endsAt: toIso(endsAt) }
      const body = { price, ...times, ...(returnRule && { returnRule }) }
      return callSignedIn('POST /products/:id/sale', { params: { id: productId }, body })
    },
    onSaved(reply) {
      reset(empty)
      void run(async () => reply, show)
    },
    onStale: reload,
  })
  const typedPrice = useWatch({ control, name: 'price' })
  const describePriceProblem = usePriceProblem()
  useReportEdit(isDirty)

  const loadError = <LoadError error={error} onRetry={reload} />
  if (data === undefined) return error === undefined ? <p className="delayed text-soft">Loading…</p> : loadError

  const end = () => run(() => callSignedIn('DELETE /products/:id/sale', { params: { id: productId } }), show)

  const { product, sale, lowestPrice } = data
  const { category, details } = card.product
  const taxProblem = describePriceProblem({ price: sale?.price ?? typedPrice, category, details, categories: card.categories })
  return (
    <>
      {loadError}
      <p className="text-sm text-soft">
        {sale?.isRunning ? 'Lowest price of the 30 days before the sale' : 'Lowest price of the last 30 days'}: {formatRupees(lowestPrice)}
      </p>
      {sale ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p>
            <span className="font-semibold">{formatRupees(sale.price)}</span>
            {product.regularPrice !== undefined && ` instead of ${formatRupees(product.regularPrice)}`} from{' '}
            {formatPlannedTime(sale.startsAt)} to {formatPlannedTime(sale.endsAt)}{' '}
            <span className="text-soft">· {sale.isRunning ? 'running' : 'planned'}</span>
            {sale.returnRule && ` · ${returnRuleLabels[sale.returnRule]}`}
          </p>
          <Button onClick={end} aria-disabled={busy} className="text-sm">
            {sale.isRunning ? 'End the sale now' : 'Drop the sale'}
          </Button>
        </div>
      ) : (
        <form noValidate onSubmit={save} className="grid items-start gap-x-4 gap-y-4 sm:grid-cols-3">
          <TextField label="Price during the sale (₹)" inputMode="decimal" autoComplete="off" {...field('price')} />
          <TextField label="Starts" optional type="datetime-local" hint="Indian time; empty: starts at once" {...field('startsAt')} />
          <TextField label="Ends" type="datetime-local" hint="Indian time" {...field('endsAt')} />
          <SelectField label="Returns" optional hint="Of what is bought in the sale" {...field('returnRule')}>
            <ReturnRuleOptions rules={saleReturnRules} none="As without the sale" />
          </SelectField>
          <FormError text={failure} className="sm:col-span-3" />
          <div className="sm:col-span-3">
            <Button type="submit" variant="ink" aria-disabled={isSubmitting}>
              Start the sale
            </Button>
          </div>
        </form>
      )}
      <TaxWarning text={taxProblem} />
      <StatusMessage message={message} />
    </>
  )
}
