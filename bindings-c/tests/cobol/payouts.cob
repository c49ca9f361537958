      *> A batch job that checks payouts. Each line is a payout: the
      *> operation in twelve columns, then the body. It writes each
      *> report as JSON, and at the end the number of accepted payouts.
       IDENTIFICATION DIVISION.
       PROGRAM-ID. payouts.

       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT payouts ASSIGN TO payouts-path
               ORGANIZATION LINE SEQUENTIAL
               FILE STATUS payouts-status.
           SELECT answers ASSIGN TO answers-path
               ORGANIZATION LINE SEQUENTIAL.

       DATA DIVISION.
       FILE SECTION.
       FD payouts.
       01 payout.
           05 payout-operation  PIC X(12).
           05 payout-body       PIC X(4000).
       FD answers.
       01 answer-line          PIC X(8000).

       WORKING-STORAGE SECTION.
       COPY "paylint.cpy".
       01 payouts-path         PIC X(256).
       01 answers-path         PIC X(256).
       01 payouts-status       PIC XX VALUE "00".
       01 facts                PIC X(30)
           VALUE '{"now":"2026-11-20T10:15:00Z"}'.
       01 engine               USAGE POINTER VALUE NULL.
       01 operation            USAGE BINARY-LONG.
       01 verdict              USAGE BINARY-LONG.
       01 rc                   USAGE BINARY-LONG.
       01 no-length            USAGE BINARY-DOUBLE UNSIGNED VALUE 0.
       01 name-length          USAGE BINARY-DOUBLE UNSIGNED.
       01 body-length          USAGE BINARY-DOUBLE UNSIGNED.
       01 facts-length         USAGE BINARY-DOUBLE UNSIGNED VALUE 30.
       01 answer-length        USAGE BINARY-DOUBLE UNSIGNED.
       01 capacity             USAGE BINARY-DOUBLE UNSIGNED VALUE 8000.
       01 answer               PIC X(8000).
       01 accepted             PIC 9(6) VALUE 0.
       01 rejected             PIC 9(6) VALUE 0.
       01 unusable             PIC 9(6) VALUE 0.

       PROCEDURE DIVISION.
       main-paragraph.
           ACCEPT payouts-path FROM ARGUMENT-VALUE
           ACCEPT answers-path FROM ARGUMENT-VALUE
           CALL "paylint_engine_new" USING
               OMITTED BY VALUE no-length BY REFERENCE engine OMITTED
               RETURNING rc
           IF rc NOT = PAYLINT-STATUS-OK
               DISPLAY "can't make the engine: " rc UPON SYSERR
               MOVE 1 TO RETURN-CODE
               STOP RUN
           END-IF
           OPEN INPUT payouts OUTPUT answers
           READ payouts END-READ
           PERFORM UNTIL payouts-status NOT = "00"
               PERFORM check-payout
               READ payouts END-READ
           END-PERFORM
           CLOSE payouts answers
           CALL "paylint_engine_free" USING BY VALUE engine
           DISPLAY "COBOL, payouts: accepted " accepted
               ", rejected " rejected ", unusable " unusable
           MOVE 0 TO RETURN-CODE
           STOP RUN.

       check-payout.
           MOVE SPACES TO answer
           COMPUTE name-length =
               FUNCTION LENGTH(FUNCTION TRIM(payout-operation TRAILING))
           COMPUTE body-length =
               FUNCTION LENGTH(FUNCTION TRIM(payout-body TRAILING))
           CALL "paylint_operation_from_name" USING
               BY REFERENCE payout-operation BY VALUE name-length
               BY REFERENCE operation OMITTED
               RETURNING rc
           IF rc = PAYLINT-STATUS-OK
               CALL "paylint_check_json" USING
                   BY VALUE engine BY VALUE operation
                   BY REFERENCE payout-body BY VALUE body-length
                   BY REFERENCE facts BY VALUE facts-length
                   BY REFERENCE answer BY VALUE capacity
                   BY REFERENCE verdict BY REFERENCE answer-length
                   OMITTED
                   RETURNING rc
           END-IF
           EVALUATE TRUE
               WHEN rc = PAYLINT-STATUS-NONE
                   MOVE "unknown operation" TO answer
                   ADD 1 TO unusable
               WHEN rc NOT = PAYLINT-STATUS-OK
                   CALL "paylint_last_error_copy" USING
                       BY REFERENCE answer BY VALUE capacity
                       BY REFERENCE answer-length
                       RETURNING rc
                   ADD 1 TO unusable
               WHEN verdict = PAYLINT-VERDICT-ACCEPT
                   ADD 1 TO accepted
               WHEN OTHER
                   ADD 1 TO rejected
           END-EVALUATE
           WRITE answer-line FROM answer.
