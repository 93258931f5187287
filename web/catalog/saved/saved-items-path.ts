export const savedItemsPath = '/UserDashboard/saved'
