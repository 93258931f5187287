import { createContext, useContext, useEffect, useId } from 'react'
import type { CallReply } from '#contract/contract.ts'
import type { TaxedCategory } from '../../../shared/use-tax-rates.ts'

/** A product with its sizes, stock history and the requests that wait for it. */
export type CardData = CallReply<'GET /products/:id/stock'>

/** What the sections of the drawer show, and how they report what they have done. */
export interface ProductCard extends CardData {
  readonly categories: readonly TaxedCategory[]
  /** the address of the maker unless the product names another */
  readonly storeAddress: string | null
  /** shows what a reply says about the product, in all sections and in the list */
  readonly show: (change: Partial<CardData>) => void
  /** loads the product again, because somebody else has changed it */
  readonly reload: () => void
  /** whether a picture is being uploaded, which publishing waits for */
  readonly isUploading: boolean
  /** whether a section has input that is not saved */
  readonly reportEdit: (section: string, isEdited: boolean) => void
}

export const ProductCardContext = createContext<ProductCard | undefined>(undefined)

export function useProductCard(): ProductCard {
  const card = useContext(ProductCardContext)
  if (!card) throw new Error('There is no product card around this section.')
  return card
}

/** Reports to the drawer whether this section has input that is not saved. */
export function useReportEdit(isEdited: boolean): void {
  const { reportEdit } = useProductCard()
  const section = useId()
  useEffect(() => {
    reportEdit(section, isEdited)
    return () => reportEdit(section, false)
  }, [reportEdit, section, isEdited])
}
