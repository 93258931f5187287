import { categoriesPart } from './categories.ts'
import { customersPart, deliveryRulesPart, ordersPart, pastOrdersPart, redirectsPart } from './checked-files.ts'
import { collectionsPart } from './collections.ts'
import { expensesPart } from './expenses.ts'
import { freightAndFeesPart } from './freight-and-fees.ts'
import type { ImportPart } from './import-part.ts'
import { offersPart } from './offers.ts'
import { pagesPart } from './pages.ts'
import { picturesPart } from './pictures.ts'
import { productsPart } from './products.ts'
import { salesPart } from './sales.ts'
import { settingsPart } from './settings.ts'
import { taxRatesPart } from './tax-rates.ts'

/** In the order in which they are taken over: what others name comes first. */
export const importParts: readonly ImportPart[] = [
  picturesPart,
  categoriesPart,
  taxRatesPart,
  productsPart,
  collectionsPart,
  salesPart,
  offersPart,
  pagesPart,
  settingsPart,
  redirectsPart,
  deliveryRulesPart,
  expensesPart,
  freightAndFeesPart,
  customersPart,
  pastOrdersPart,
  ordersPart,
]
