/** The home pages of the areas. */

export const userHome = '/UserDashboard'
export const adminHome = '/AdminDashboardWrapper'
export const secondFactorPath = `${adminHome}/second-factor`

export const findHome = (role: string): string => (role === 'admin' ? adminHome : userHome)
