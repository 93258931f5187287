/** Notifications on the devices of administrators. */
export const pushLimits = {
  /** of one administrator */
  devices: 10,
  /** notifications that one administrator asks for as a test */
  testsPerHour: 20,
  endpointLength: 2_000,
  /** for how long a push service stores what a device cannot get yet, and for how long the shop tries */
  storedDays: 1,
} as const
