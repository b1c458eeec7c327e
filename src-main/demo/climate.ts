// Weather of a few cities as rounded long-term monthly means, so that the demo needs no network.

/** Mean temperature in °C and rain in mm of one month. */
export type MonthClimate = {
  readonly city: string;
  readonly month: number;
  readonly meanCelsius: number;
  readonly rainMm: number;
};

type Year = { readonly meanCelsius: readonly number[]; readonly rainMm: readonly number[] };

const CITIES: ReadonlyMap<string, Year> = new Map([
  [
    "Lisbon",
    {
      meanCelsius: [12, 13, 15, 16, 19, 22, 24, 24, 22, 19, 15, 13],
      rainMm: [100, 70, 55, 65, 50, 15, 5, 5, 30, 100, 130, 110],
    },
  ],
  [
    "Oslo",
    {
      meanCelsius: [-2, -2, 1, 6, 11, 15, 18, 17, 12, 7, 2, -2],
      rainMm: [55, 40, 40, 50, 60, 80, 85, 105, 85, 90, 85, 60],
    },
  ],
  [
    "Paris",
    {
      meanCelsius: [5, 6, 9, 12, 16, 19, 21, 21, 17, 13, 9, 6],
      rainMm: [45, 40, 45, 45, 60, 60, 60, 60, 45, 55, 55, 60],
    },
  ],
  [
    "Shanghai",
    {
      meanCelsius: [5, 7, 11, 16, 21, 25, 29, 29, 25, 20, 14, 7],
      rainMm: [75, 70, 100, 85, 95, 220, 160, 190, 130, 75, 60, 50],
    },
  ],
  [
    "Tokyo",
    {
      meanCelsius: [5, 6, 9, 14, 19, 22, 26, 27, 23, 18, 13, 8],
      rainMm: [60, 55, 115, 135, 140, 170, 155, 155, 225, 235, 95, 60],
    },
  ],
]);

/** The cities in the table. */
export const CITY_NAMES: readonly string[] = [...CITIES.keys()];

/** The usual weather of a city in a month (1–12), or null when the city or month is unknown. */
export function climateOf(cityName: string, month: number): MonthClimate | null {
  const wanted = cityName.trim().toLowerCase();
  for (const [city, year] of CITIES) {
    if (city.toLowerCase() !== wanted) continue;
    const meanCelsius = year.meanCelsius[month - 1];
    const rainMm = year.rainMm[month - 1];
    if (meanCelsius === undefined || rainMm === undefined) return null;
    return { city, month, meanCelsius, rainMm };
  }
  return null;
}
