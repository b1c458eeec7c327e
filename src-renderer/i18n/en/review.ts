// The words of the review.
export const review = {
  title: "Review",
} as const;
