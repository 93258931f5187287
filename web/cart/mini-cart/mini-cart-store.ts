import type { ComponentType } from 'react'
import { create } from 'zustand'
import type { Product } from '#contract/catalog/products.ts'
import type { Size } from '#contract/kernel/business.ts'
import type { ChargePolicies } from '#contract/orders/charges.ts'

export interface AddedItem {
  /** what happened */
  readonly text: string
  readonly product: Pick<Product, 'name' | 'image' | 'backdrop'>
  readonly size: Size | undefined
}

export interface MiniCartProps {
  policies: ChargePolicies
  /** whether an offer runs that a cart can come nearer to */
  hasOffers?: boolean | undefined
}

interface MiniCartState {
  /** undefined when the panel is closed */
  readonly added: AddedItem | undefined
  /** undefined until the first item was added */
  readonly MiniCart: ComponentType<MiniCartProps> | undefined
}

export const useMiniCart = create<MiniCartState>(() => ({ added: undefined, MiniCart: undefined }))
