import { Injectable } from '@nestjs/common';

/** Whether this process is ending: it finishes what was begun, and new requests had better go elsewhere. */
@Injectable()
export class DrainingService {
  private hasBegun = false;

  get isDraining(): boolean {
    return this.hasBegun;
  }

  /** From now on `/health/ready` answers 503. */
  begin(): void {
    this.hasBegun = true;
  }
}
