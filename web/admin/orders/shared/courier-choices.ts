import { courierKeys, couriers } from '#contract/shipping/couriers.ts'

/** The couriers, as the choices of a field. */
export const courierChoices = courierKeys.map((key) => [key, couriers[key].name] as const)
