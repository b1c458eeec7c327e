/** The result of `work`, or `otherwise` when it rejects or takes longer than `mostMs`. Never rejects. */
export async function within<T>(work: Promise<T>, mostMs: number, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), mostMs);
  });
  try {
    return await Promise.race([work, late]);
  } catch {
    return otherwise;
  } finally {
    clearTimeout(timer);
  }
}
