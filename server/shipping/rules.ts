import { isBeforeShipping, type OrderStatus } from '#contract/orders/order-status.ts'
import { type CourierKey, couriers } from '#contract/shipping/couriers.ts'
import type { ShipmentInput } from '#contract/shipping/shipment.ts'
import { AppError } from '../kernel/errors.ts'

/** The shipment of an order as it is stored. */
export interface StoredShipment {
  readonly courier: CourierKey
  readonly trackingNumber: string | null
  readonly trackingUrl: string | null
}

export interface ShipmentCheck {
  readonly status: OrderStatus
  readonly stored: StoredShipment | undefined
  /** the number of the other order that has this tracking number */
  readonly takenBy: string | undefined
  readonly shipment: ShipmentInput
  /** another number may be replaced */
  readonly isEdit: boolean
}

const hasNumber = ({ courier, trackingNumber }: StoredShipment, shipment: ShipmentInput): boolean =>
  courier === shipment.courier && trackingNumber === shipment.trackingNumber

/** Whether an order has this shipment already. A pasted line without a link keeps the link. */
export function isEntered({ stored, shipment, isEdit }: Pick<ShipmentCheck, 'stored' | 'shipment' | 'isEdit'>): boolean {
  if (!stored || !hasNumber(stored, shipment)) return false
  return stored.trackingUrl === shipment.trackingUrl || (shipment.trackingUrl === null && !isEdit)
}

/** Why a shipment cannot be entered; undefined when it can. */
export function validateShipment({ status, stored, takenBy, shipment, isEdit }: ShipmentCheck): AppError | undefined {
  if (status === 'Cancelled') return new AppError('shipment_cancelled')
  if (isBeforeShipping(status) && status !== 'Packed') return new AppError('shipment_too_early')
  const { courier, trackingNumber } = shipment
  if (takenBy !== undefined)
    return new AppError('tracking_number_taken', { courier: couriers[courier].name, trackingNumber, number: takenBy })
  if (isEdit || !stored || stored.trackingNumber === null || hasNumber(stored, shipment)) return undefined
  return new AppError('shipment_exists', { courier: couriers[stored.courier].name, trackingNumber: stored.trackingNumber })
}
