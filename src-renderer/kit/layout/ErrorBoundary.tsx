// An error while something is drawn takes away that part of the window alone. Only a class can catch it in React.
import { Component } from "react";
import type { ComponentType, ReactNode } from "react";

export interface FailedProps {
  error: unknown;
  /** Draws the part anew. */
  onAgain: () => void;
}

interface Props {
  /** What is drawn: another one is drawn anew. */
  of: unknown;
  /** Stands in its place after an error. */
  failed: ComponentType<FailedProps>;
  children: ReactNode;
}

interface State {
  of: unknown;
  caught: { error: unknown } | null;
}

export class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = { of: this.props.of, caught: null };

  static getDerivedStateFromError(error: unknown): Pick<State, "caught"> {
    return { caught: { error } };
  }

  static getDerivedStateFromProps({ of }: Props, state: State): State | null {
    return Object.is(of, state.of) ? null : { of, caught: null };
  }

  readonly #again = (): void => this.setState({ caught: null });

  override render(): ReactNode {
    const { caught } = this.state;
    const { failed: Failed, children } = this.props;
    return caught === null ? children : <Failed error={caught.error} onAgain={this.#again} />;
  }
}
