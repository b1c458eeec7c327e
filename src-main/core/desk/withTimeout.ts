/** The result of `looks`, or null when it rejects or takes longer than `mostMs`. Never rejects. */
export async function withTimeout<T>(looks: Promise<T | null>, mostMs: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), mostMs);
  });
  try {
    return await Promise.race([looks, late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
