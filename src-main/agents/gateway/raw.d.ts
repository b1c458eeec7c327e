// The text of a file, inlined by the build.
declare module "*?raw" {
  const text: string;
  export default text;
}
